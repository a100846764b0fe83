// Client of the HTTP API: requests, the bearer token if the server has one, and problems as errors.

import { byId } from "./dom.js";

const TOKEN_KEY = "numerate-token";

/** Send JSON, or GET if there is no body; an AbortSignal cancels the request. */
export async function request(path, body, signal) {
  const response = await send(path, {
    method: body === undefined ? "GET" : "POST",
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  return response.json();
}

/** Check a text or file; `progress` is called with the share that is done. */
export async function check(source, options, signal, progress) {
  const init = bodyOf(source, options);
  init.headers.Accept = "application/x-ndjson";
  const response = await send("/v1/check", { method: "POST", signal, ...init });
  for await (const line of lines(response)) {
    const event = JSON.parse(line);
    if (event.event === "progress") progress(event.done);
    else if (event.event === "problem") throw new Error(event.detail);
    else return event;
  }
  throw new Error("The response of the server ended early; try again.");
}

/** Check a text or file; return what the server makes of it, a report or a copy with comments. */
export async function save(path, source, options) {
  const response = await send(path, { method: "POST", ...bodyOf(source, options) });
  return response.blob();
}

function bodyOf(source, options) {
  if (!source.file) {
    const body = JSON.stringify({ ...options, text: source.text, format: source.format ?? "text" });
    return { body, headers: { "Content-Type": "application/json" } };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) {
    for (const each of [value].flat()) form.append(name, String(each));
  }
  form.append("file", source.file, source.name);
  return { body: form, headers: {} };
}

async function send(path, init) {
  for (;;) {
    const token = sessionStorage.getItem(TOKEN_KEY);
    const headers = { ...init.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    let response;
    try {
      response = await fetch(path, { ...init, headers });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Error("The server cannot be reached; is numerate serve still running?");
    }
    if (response.ok) return response;
    if (response.status !== 401) throw new Error(await detail(response));
    await askForToken();
  }
}

async function detail(response) {
  try {
    return (await response.json()).detail;
  } catch {
    return `The server answered with status ${response.status}.`;
  }
}

function askForToken() {
  const dialog = byId("token-dialog");
  if (!dialog.open) dialog.showModal();
  return new Promise((resolve, reject) => {
    dialog.addEventListener(
      "close",
      () => {
        sessionStorage.setItem(TOKEN_KEY, byId("token").value);
        if (byId("token").value) resolve();
        else reject(new Error("This server requires a token; reload the page to enter it."));
      },
      { once: true },
    );
  });
}

async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = parts.pop();
    yield* parts.filter(Boolean);
    if (done) break;
  }
  if (rest) yield rest;
}
