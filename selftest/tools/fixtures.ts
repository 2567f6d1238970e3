import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Browser, test as base, chromium } from '@playwright/test';
import type { TestResult } from 'allure-js-commons';
import type { Conformance } from '#results/document';

export { expect } from '@playwright/test';

/** Marks a test that `npm test` leaves to `npm run test:long`, as selftest/playwright.config.ts says. */
export const long = { tag: '@long' };
export const slow = { tag: '@slow' };

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Creates an empty folder outside the repository and removes it when the process ends. */
export function ownFolder(name = 'tests'): string {
  const folder = mkdtempSync(path.join(tmpdir(), `selftest-${name}-`));
  folders.push(folder);
  return folder;
}

/** Creates a folder with these files, by their paths in it, and removes it when the process ends. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = ownFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** Creates a file in a folder of its own, and returns its path. */
export function fileWith(name: string, content: string | Buffer): string {
  return path.join(folderWith({ [name]: content }), name);
}

/** Returns the paths of all files in a folder, at any depth. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

const connected = new WeakMap<Server, Set<Socket>>();

/** Starts a server on a free port of this machine, or on `port`, and returns its origin. */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<string> {
  const sockets = new Set<Socket>();
  connected.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return `http://${host}:${typeof address === 'object' ? address?.port : address}`;
}

/** Stops a server and closes its connections, tunnels too. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of connected.get(server) ?? []) socket.destroy();
  await closed;
}

const executablePath = '/usr/bin/chromium';
const args = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
];

interface Closable {
  readonly close: () => Promise<void>;
}

export type Open = <Server extends Closable>(server: Promise<Server>) => Promise<Server>;
export type Serve = (server: RequestListener | Server) => Promise<string>;

interface Servers {
  /** Waits for a server, and closes it after the test. */
  readonly open: Open;
  /** Starts a server, by default of HTTP, and returns its origin. */
  readonly serve: Serve;
}

/** `test` with servers that end with it, and Debian's Chromium as its browser; skips if that is not installed. */
export const test = base.extend<Servers, { browser: Browser }>({
  open: async ({ playwright: _ }, use) => {
    const opened: Closable[] = [];
    await use(async (starting) => {
      const server = await starting;
      opened.push(server);
      return server;
    });
    await Promise.all(opened.map((server) => server.close()));
  },
  serve: async ({ open }, use) => {
    await use(async (given) => {
      const server = typeof given === 'function' ? createServer(given) : given;
      await open(Promise.resolve({ close: () => close(server) }));
      return listen(server);
    });
  },
  browser: [
    async ({ playwright: _ }, use) => {
      base.skip(!existsSync(executablePath), `there is no ${executablePath}: apt-get install chromium`);
      const browser = await chromium.launch({ executablePath, args });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/** Returns the variables that name a provider as the target of a run. */
export function toTarget({ baseUrl, statesUrl }: { readonly baseUrl: string; readonly statesUrl: string }) {
  return { BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl };
}

export function askState(statesUrl: string, state: string, action = 'setup'): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(statesUrl, { method: 'POST', headers, body: JSON.stringify({ state, params: {}, action }) });
}

export async function setUpState(statesUrl: string, state: string): Promise<Record<string, string>> {
  return Object(await (await askState(statesUrl, state)).json());
}

type Variables = Readonly<Record<string, string>>;

/** Returns the environment of a process that gets only these variables. */
export function environmentWith(variables: Variables = {}): Variables {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...variables };
}

export async function runProgram(program: string, args: readonly string[], variables?: Variables, cwd = process.cwd()) {
  const env = environmentWith(variables);
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

/** The words after `node` that start the program as an npm script does. */
export const program = ['--disable-warning=ExperimentalWarning', path.resolve('start.mjs')] as const;

/** Runs a command of the program as its npm script does, in a folder, with only these variables. */
export function runCommand(command: string, args: readonly string[], variables?: Variables, cwd?: string) {
  return runProgram(process.execPath, [...program, command, ...args], variables, cwd);
}

/** Returns the texts of the files that allure.html contains in a folder or under a name. */
export function allureFiles(reports: string, name: string): string[] {
  const html = readFileSync(path.join(reports, 'allure.html'), 'utf8');
  const files = [...html.matchAll(/\bd\("([^"]+)","([^"]*)"\)/g)];
  return files.flatMap(([, file = '', content = '']) =>
    file.startsWith(name) ? [Buffer.from(content, 'base64').toString()] : [],
  );
}

/** Returns the Allure results of a run; none if it wrote none. */
export function allureResults(reports: string): TestResult[] {
  const folder = path.join(reports, 'allure-results');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('-result.json')) : [];
  return names.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
}

export function readResult(reports: string): Conformance {
  return JSON.parse(readFileSync(path.join(reports, 'conformance.json'), 'utf8'));
}

/** The exit code, the output and the reports of a run. */
export type SuiteRun = Awaited<ReturnType<typeof runSuite>>;

/** Runs the suite as its users do, with only these variables and arguments and a separate reports folder. */
export async function runSuite(variables: Variables, ...args: string[]) {
  const reports = ownFolder('reports');
  const own = { REPORTS_DIR: reports, SEED: '1', PW_DISABLE_TS_ESM: '1', ...variables }; // SEED draws the order
  const { code, ...rest } = await runProgram('node_modules/.bin/playwright', ['test', '--config=dist', ...args], own);
  const output = rest.stdout + rest.stderr;
  const document = () => readResult(reports);
  return {
    ...{ code, output, prose: output.replace(/\s+/g, ' '), reports, document },
    read: (name: string) => readFileSync(path.join(reports, name), 'utf8'),
    row: (id: string) => document().requirements.find((each) => each.id === id),
  };
}
