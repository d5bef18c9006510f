// The compiled engine where it was built (make engine), else nothing: build/engine.ts finds it.
declare module 'virtual:engine' {
  const start: ((options: Record<string, unknown>) => Promise<any>) | null;
  export default start;
  // The address of engine.wasm, and whether it is packed (gzip).
  export const wasm: string;
  export const packed: boolean;
}

// Whether the engine was built, and whether there is no server behind the page.
declare const __ENGINE__: boolean;
declare const __FOLDER__: boolean;
