// The program in two parts, as split.ts makes them: what is needed until the first rolls have fallen, and the rest. The
// first part starts alone. A function of the rest that is called before the rest is there fetches it, and everybody waits.
export class Parts {
  private first: WebAssembly.Instance | null = null;
  private whole = false;

  constructor(
    private coming: Promise<WebAssembly.Module>,
    private restAtOnce: () => WebAssembly.Module,
  ) {}

  start(imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
    // What stands in the table for each function that is not there yet; named by its place.
    const placeholder = new Proxy<WebAssembly.ModuleImports>(
      {},
      {
        get:
          (_, place) =>
          (...given: unknown[]) =>
            this.called(Number(place), given),
      },
    );
    return this.coming
      .then((module) => WebAssembly.instantiate(module, { ...imports, placeholder }))
      .then((instance) => (this.first = instance));
  }

  // From now on nothing is missing.
  complete(rest: WebAssembly.Module) {
    if (this.whole) return;
    this.whole = true;
    // It writes its functions over the placeholders.
    new WebAssembly.Instance(rest, { primary: this.first!.exports });
  }

  private called(place: number, given: unknown[]): unknown {
    this.complete(this.restAtOnce());
    const table = Object.values(this.first!.exports).find((one) => one instanceof WebAssembly.Table);
    return (table as WebAssembly.Table).get(place)(...given);
  }
}
