// Stands in for the log library of VS Code, which would have to be compiled: writes each line to its file at once.
const { appendFileSync } = require("node:fs");

const LEVELS = ["trace", "debug", "info", "warn", "error", "critical"];

function makeLogger(file) {
    let lowest = 2;
    let isPlain = false;
    const write = (level, text) => {
        if (level < lowest) return;
        try {
            appendFileSync(file, isPlain ? text : `${new Date().toISOString()} [${LEVELS[level]}] ${text}\n`);
        } catch {} // its folder is gone when the editor ends
    };
    const logger = Object.fromEntries(LEVELS.map((name, level) => [name, (text) => write(level, text)]));
    return {
        ...logger,
        getLevel: () => lowest,
        setLevel: (level) => (lowest = level),
        setPattern: () => (isPlain = false),
        clearFormatters: () => (isPlain = true),
        flush: () => {},
        drop: () => {},
    };
}

exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.createRotatingLogger = async (_name, file) => makeLogger(file);
exports.createAsyncRotatingLogger = exports.createRotatingLogger;
