export const askingForReasons = () => ({});
