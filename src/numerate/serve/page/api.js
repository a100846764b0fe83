// The server: questions and answers, the token where one is asked for, and problems as errors.

import { byId } from "./dom.js";

const KEY = "numerate-token";

/** Ask with JSON; a signal stops it. */
export async function ask(path, question, signal) {
  const response = await send(path, {
    method: question === undefined ? "GET" : "POST",
    headers: question === undefined ? {} : { "Content-Type": "application/json" },
    body: question === undefined ? undefined : JSON.stringify(question),
    signal,
  });
  return response.json();
}

/** Check a document: its text, or its file. `progress` is told how much is done. */
export async function check(source, options, signal, progress) {
  let request;
  if (source.file) {
    const form = new FormData();
    for (const [name, value] of Object.entries(options)) form.append(name, String(value));
    form.append("file", source.file, source.name);
    request = { body: form, headers: {} };
  } else {
    request = {
      body: JSON.stringify({ ...options, text: source.text }),
      headers: { "Content-Type": "application/json" },
    };
  }
  request.headers.Accept = "application/x-ndjson";
  const response = await send("/v1/check", { method: "POST", signal, ...request });
  for await (const line of lines(response)) {
    const news = JSON.parse(line);
    if (news.event === "progress") progress(news.done);
    else if (news.event === "problem") throw new Error(news.detail);
    else return news;
  }
  throw new Error("The server broke off its answer; try again.");
}

async function send(path, request) {
  for (;;) {
    const token = sessionStorage.getItem(KEY);
    const headers = { ...request.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    let response;
    try {
      response = await fetch(path, { ...request, headers });
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
    return `The server answered ${response.status}.`;
  }
}

function askForToken() {
  const dialog = byId("ask");
  if (!dialog.open) dialog.showModal();
  return new Promise((resolve, reject) => {
    dialog.addEventListener(
      "close",
      () => {
        sessionStorage.setItem(KEY, byId("token").value);
        if (byId("token").value) resolve();
        else reject(new Error("This server asks for its token; reload the page to enter it."));
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
