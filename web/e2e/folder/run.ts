// npm run test:folder [words of the names]: the page of site/ in browsers, from a plain static file server.
import { runAll } from '../harness';
import { Folder } from './host';

await import('./folder.spec');
process.exit((await runAll(Folder.start)) ? 1 : 0);
