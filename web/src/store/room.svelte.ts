// How much room the screen gives the table: wide beside the report, or near, above it and over the whole width.
export type Format = 'wide' | 'near';

// The same condition stands in the styles of whatever is laid out by it.
const query = typeof matchMedia === 'undefined' ? null : matchMedia('(max-aspect-ratio: 1/1)');
const room = $state<{ format: Format }>({ format: query?.matches ? 'near' : 'wide' });
query?.addEventListener('change', (event) => (room.format = event.matches ? 'near' : 'wide'));

export const format = (): Format => room.format;
