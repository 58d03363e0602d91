// The files of TABLECHECK_TEST_PROJECT under /Paper of overleaf-workshop:, in memory. What is saved never reaches the disk.
const { readdirSync, readFileSync, statSync } = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

const { File, Directory } = vscode.FileType;
const files = new Map();

exports.activate = (context) => {
    const project = process.env.TABLECHECK_TEST_PROJECT;
    for (const name of readdirSync(project)) {
        const file = path.join(project, name);
        if (statSync(file).isFile()) files.set(`/Paper/${name}`, readFileSync(file));
    }
    const changed = new vscode.EventEmitter();
    const provider = {
        onDidChangeFile: changed.event,
        watch: () => new vscode.Disposable(() => {}),
        stat: (uri) => {
            const size = files.get(uri.path)?.length;
            if (size === undefined && !isFolder(uri.path)) throw vscode.FileSystemError.FileNotFound(uri);
            return { type: size === undefined ? Directory : File, ctime: 0, mtime: 0, size: size ?? 0 };
        },
        readDirectory: (uri) => (isFolder(uri.path) ? [...files.keys()].map((file) => [path.posix.basename(file), File]) : []),
        readFile: (uri) => {
            const bytes = files.get(uri.path);
            if (!bytes) throw vscode.FileSystemError.FileNotFound(uri);
            return bytes;
        },
        writeFile: (uri, bytes) => {
            files.set(uri.path, bytes);
            changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
        },
        createDirectory: () => {},
        delete: () => {},
        rename: () => {},
    };
    context.subscriptions.push(vscode.workspace.registerFileSystemProvider("overleaf-workshop", provider));
};

function isFolder(name) {
    return name.replace(/\/$/, "") === "/Paper" || name === "/";
}
