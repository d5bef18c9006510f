// The files of the engine, which lie packed beside the page: fetched while others come, or at once where somebody cannot
// wait. A worker may do that.
import { gunzipSync } from 'fflate';

export async function coming(address: string): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there: ${answer.status}`);
  return answer.body!.pipeThrough(new DecompressionStream('gzip'));
}

export function atOnce(address: string): Uint8Array<ArrayBuffer> {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200) throw new Error(`${address} is not there: ${request.status}`);
  return gunzipSync(new Uint8Array(request.response as ArrayBuffer)) as Uint8Array<ArrayBuffer>;
}
