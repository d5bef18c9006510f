// A plain static file server for site/, as any web host is: it knows files, and nothing else.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server as Http } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type Host } from '../harness';

const SITE = fileURLToPath(new URL('../../../site/', import.meta.url));
// Where the page lies on the host: not at its root.
const FOLDER = '/games/touchline/';
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
  asked: string[] = [];

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
      const file = join(SITE, inside === '.' || inside === '' ? 'index.html' : inside);
      if (request.method !== 'GET' || inside.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    });
    await new Promise<void>((done) => this.http!.listen(this.port, '127.0.0.1', done));
  }

  died = async () => null;

  async stop(): Promise<void> {
    this.http?.closeAllConnections();
    await new Promise((done) => (this.http ? this.http.close(done) : done(null)));
    this.http = null;
  }
}
