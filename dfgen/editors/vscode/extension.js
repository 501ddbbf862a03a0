// SPDX-License-Identifier: Apache-2.0
// Starts `dfgen lsp` for graph files.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
    const command = vscode.workspace.getConfiguration("dfgen").get("command");
    const documentSelector = [{ scheme: "file", language: "sdf" }];
    client = new LanguageClient("dfgen", "dfgen", { command, args: ["lsp"] }, { documentSelector });
    return client.start();
};

exports.deactivate = () => client?.stop();
