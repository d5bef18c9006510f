// The tables that this browser keeps, in its IndexedDB. A browser that keeps nothing still plays.
const NAME = 'touchline';
const STORE = 'tables';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return (opened ??= new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  }));
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

export async function kept(): Promise<[string, string][]> {
  try {
    const store = (await open()).transaction(STORE).objectStore(STORE);
    const [ids, tables] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())]);
    return ids.map((id, i) => [String(id), String(tables[i])]);
  } catch {
    return [];
  }
}

export function keep(id: string, table: string) {
  void open()
    .then((database) => database.transaction(STORE, 'readwrite').objectStore(STORE).put(table, id))
    .catch(() => undefined);
}
