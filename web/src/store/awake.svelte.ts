// Keeps the screen lit while somebody plays beside a real table, where the browser can; lets go of it at the end.
type Sentinel = { release: () => Promise<void> };
type Locks = { request: (what: 'screen') => Promise<Sentinel> };

export function awake(wanted: () => boolean | undefined) {
  const on = $derived(!!wanted());
  $effect(() => {
    const locks = (navigator as { wakeLock?: Locks }).wakeLock;
    if (!on || !locks) return;
    let held: Sentinel | null = null;
    let gone = false;
    // A browser takes the lock away while the page is not seen.
    const hold = async () => {
      if (document.hidden) return;
      const got = await locks.request('screen').catch(() => null);
      if (gone) void got?.release();
      else held = got;
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', hold);
      void held?.release();
    };
  });
}
