// The compiled engine where it was built (make engine), else nothing: build/engine.ts finds it.
declare module 'virtual:engine' {
  const start: ((options: Record<string, unknown>) => Promise<any>) | null;
  export default start;
  // Addresses of its two parts (parts.ts), and of the texts that it reads, by name: words-en, rules-en … All are packed
  // (gzip).
  export const first: string;
  export const rest: string;
  export const texts: Record<string, { at: string; paths: string[] }>;
}

// Whether the engine was built, and whether there is no server behind the page.
declare const __ENGINE__: boolean;
declare const __FOLDER__: boolean;
