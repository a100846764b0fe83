// The extension: starts the language server, hands it the settings, and shows how many numbers were judged.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { command, LANGUAGES, settings, type Status, statusText } from "./server";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const bar = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right, 90);
  const statuses = new Map<string, Status>();
  const show = () => {
    const status = statuses.get(vscode.window.activeTextEditor?.document.uri.toString() ?? "");
    if (!status) return bar.hide();
    Object.assign(bar, statusText(status));
    bar.show();
  };
  const start = async () => {
    await client?.stop();
    client = makeClient();
    client.onNotification("numerate/status", (status: Status) => {
      statuses.set(status.uri, status);
      show();
    });
    try {
      await client.start();
    } catch (error) {
      const { command: program } = command(vscode.workspace.getConfiguration("numerate").get("command"));
      void vscode.window.showErrorMessage(
        `numerate: ${program} could not be started (${error}); install it with pip install 'numerate[lsp]', or set numerate.command.`,
      );
    }
  };
  context.subscriptions.push(
    bar,
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => statuses.delete(uri.toString())),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("numerate.command")) await start();
      else if (event.affectsConfiguration("numerate")) {
        await client?.sendNotification("workspace/didChangeConfiguration", { settings: { numerate: read() } });
      }
    }),
    vscode.commands.registerCommand("numerate.restart", start),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

const read = () => settings((name) => vscode.workspace.getConfiguration("numerate").get(name));

function makeClient(): LanguageClient {
  const program = command(vscode.workspace.getConfiguration("numerate").get("command"));
  const selector = LANGUAGES.flatMap((language) => ["file", "untitled"].map((scheme) => ({ language, scheme })));
  return new LanguageClient("numerate", "numerate", program, {
    documentSelector: selector,
    initializationOptions: read(),
  });
}
