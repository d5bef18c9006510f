// The tables that this browser keeps, in its IndexedDB. A browser that keeps nothing still plays.
const NAME = 'touchline';
const STORE = 'tables';

let database: IDBDatabase | null = null;

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

// Opens the storage and reads all tables.
export async function kept(): Promise<[string, string][]> {
  try {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    database = await answered(asked);
    const store = database.transaction(STORE).objectStore(STORE);
    const [ids, tables] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())]);
    return ids.map((id, i) => [String(id), String(tables[i])]);
  } catch {
    return [];
  }
}

// On its way before the worker does anything else: the engine may think for a while after this.
export function keep(id: string, table: string) {
  try {
    const change = database?.transaction(STORE, 'readwrite');
    change?.objectStore(STORE).put(table, id);
    change?.commit();
  } catch {
    // The storage is full or gone: the game goes on without it.
  }
}
