// What our editors can do with what the language server says; ``actions`` are the kinds of actions that one asks for.

export const capabilities = (actions: readonly string[]) => ({
  general: { positionEncodings: ["utf-16"] },
  textDocument: {
    publishDiagnostics: {
      versionSupport: true,
      relatedInformation: true,
      codeDescriptionSupport: true,
      dataSupport: true,
    },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: actions } },
      isPreferredSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
  },
})
