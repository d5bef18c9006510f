// A plain static file server for site/, as any web host is: it knows files, and nothing else.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server as Http, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { freePort, sleep, type Host } from '../harness';

const SITE = fileURLToPath(new URL('../../../site/', import.meta.url));
// Where the page lies on the host: not at its root.
const FOLDER = '/games/touchline/';
// What a slow line sends at once, in bytes.
const PIECE = 4096;
const LATE = 100; // ms
const NONE = /^$/;
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export class Folder implements Host {
  private http: Http | null = null;
  private busyUntil = 0;
  asked: string[] = [];
  // How fast it sends, in bytes a second over all connections, and how long each answer takes to begin; 0: as it can.
  line = { bytesASecond: 0, delay: 0 };
  // Whether it packs what it sends, as larger web hosts do.
  packs = false;
  // What it does not send before it is told to.
  private withheld: Promise<unknown> | null = null;
  private withholds = NONE;
  // Where books lie, if any do: on the host they are in books/.
  books: string | null = null;

  private constructor(private port: number) {}

  static async start(): Promise<Folder> {
    if (!existsSync(join(SITE, 'index.html'))) throw new Error('there is no site/: make site');
    const folder = new Folder(await freePort());
    await folder.up();
    return folder;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}${FOLDER}`;
  }

  async up(): Promise<void> {
    this.http = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url!, 'http://host').pathname);
      this.asked.push(path);
      const inside = path.startsWith(FOLDER) ? normalize(path.slice(FOLDER.length)) : '..';
      const file =
        this.books && inside.startsWith('books/')
          ? join(this.books, inside.slice('books/'.length))
          : join(SITE, inside === '.' || inside === '' ? 'index.html' : inside);
      if (request.method !== 'GET' || inside.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end();
        return;
      }
      void this.send(file, response);
    });
    await new Promise<void>((done) => this.http!.listen(this.port, '127.0.0.1', done));
  }

  // Keeps such files back; what it answers lets them go.
  withhold(files: RegExp): () => void {
    this.withholds = files;
    let release = () => {};
    this.withheld = new Promise<void>((done) => (release = done));
    return () => {
      this.withholds = NONE;
      release();
    };
  }

  private async send(file: string, response: ServerResponse): Promise<void> {
    if (this.withholds.test(file)) await this.withheld;
    const type = TYPES[extname(file)];
    const packed = this.packs && type !== undefined && !/font|png/.test(type);
    const bytes = packed ? gzipSync(readFileSync(file)) : readFileSync(file);
    await sleep(this.line.delay);
    response.writeHead(200, {
      'content-type': type ?? 'application/octet-stream',
      'content-length': bytes.length,
      'last-modified': statSync(file).mtime.toUTCString(),
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    });
    if (!this.line.bytesASecond) return void response.end(bytes);
    for (let at = 0; at < bytes.length; at += PIECE) {
      // All answers go through one line, a piece of each in turn. What a timer is late by is made up for.
      this.busyUntil = Math.max(this.busyUntil, performance.now() - LATE) + (1000 * PIECE) / this.line.bytesASecond;
      await sleep(this.busyUntil - performance.now());
      response.write(bytes.subarray(at, at + PIECE));
    }
    response.end();
  }

  died = async () => null;

  async stop(): Promise<void> {
    this.http?.closeAllConnections();
    await new Promise((done) => (this.http ? this.http.close(done) : done(null)));
    this.http = null;
  }
}
