// The server, driven as the extension drives it: same command, same settings, same notifications.
//
//     npm test        NUMERATE names the program, by default numerate

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import rpc from "vscode-jsonrpc/node.js";

import { command, LANGUAGES, settings, statusText } from "../dist/server.mjs";

const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
const TEXT = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas.";

test("the manifest and the code agree", () => {
  assert.deepEqual(manifest.activationEvents, LANGUAGES.map((language) => `onLanguage:${language}`));
  const names = Object.keys(manifest.contributes.configuration.properties).map((name) => name.replace("numerate.", ""));
  assert.deepEqual(Object.keys(settings((name) => names.includes(name) || null)).sort(), names.filter((name) => name !== "command").sort());
  assert.deepEqual(command(manifest.contributes.configuration.properties["numerate.command"].default), { command: "numerate", args: ["lsp"] });
  assert.deepEqual(command([]), { command: "numerate", args: ["lsp"] });
});

test("the server starts, finds, explains and fixes", { timeout: 60_000 }, async () => {
  const { command: program, args } = command(process.env.NUMERATE ? JSON.parse(process.env.NUMERATE) : null);
  const server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  const next = (name) => new Promise((resolve) => connection.onNotification(name, resolve));
  connection.listen();
  const initializationOptions = settings((name) => (name === "unlikely" ? false : null));
  const clientInfo = { name: "Visual Studio Code" };
  const { capabilities } = await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {}, clientInfo, initializationOptions });
  assert.ok(capabilities.hoverProvider && capabilities.codeActionProvider);
  await connection.sendNotification("initialized", {});

  const [published, status] = [next("textDocument/publishDiagnostics"), next("numerate/status")];
  const uri = "untitled:Untitled-1";
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "markdown", version: 1, text: TEXT } });
  const { diagnostics } = await published;
  assert.equal(diagnostics.length, 1);
  assert.equal(diagnostics[0].code, "total");
  assert.equal(statusText(await status).text, "$(symbol-number) 1 finding, 0 of 4 numbers judged");

  const context = { diagnostics };
  const actions = await connection.sendRequest("textDocument/codeAction", { textDocument: { uri }, range: diagnostics[0].range, context });
  assert.equal(actions[0].edit.changes[uri][0].newText, "4,250");
  const hover = await connection.sendRequest("textDocument/hover", { textDocument: { uri }, position: diagnostics[0].range.start });
  assert.match(hover.contents.value, /4,520/);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  connection.dispose();
  server.kill();
});
