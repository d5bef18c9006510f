import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterEach, describe, expect, it } from 'vitest';
import words from 'virtual:words';
import { types } from '../build/words';
import { dieName, figureName, fill, percent, points, t } from '../src/i18n';
import { failureText, refused } from '../src/i18n/refusals';
import { giveWords, wordsOf } from '../src/i18n/words.svelte';
import { Refused } from '../src/net/api';
import { prefs } from '../src/store/prefs.svelte';

afterEach(() => {
  prefs.lang = 'en';
});

const folder = new URL('../../data/words/', import.meta.url);
const catalogue = (lang: string, name: string) =>
  parse(readFileSync(new URL(`${lang}/${name}.toml`, folder), 'utf8')) as Record<string, Record<string, any>>;

describe('the words of the page', () => {
  it('have their types written down', () => {
    expect(readFileSync('src/i18n/words.d.ts', 'utf8'), 'run `npm run keys`').toBe(types());
  });

  it('are those of the catalogues, by the path to them', () => {
    expect(words.en['review.luck']).toBe(catalogue('en', 'table').review!.luck);
    expect(words.fr['bot.coach.name']).toBe(catalogue('fr', 'table').bot!.coach.name);
    expect(words.fr['do.roll']).toBe(catalogue('fr', 'page').do!.roll);
  });

  it('give the reason for what was sent in vain, as far as they can', () => {
    const refusal = { code: 'bad-record', message: 'line 3 is no step' };
    expect(refused(refusal)).toBe('This is not a valid record: line 3 is no step.');
    prefs.lang = 'fr';
    expect(refused(refusal)).toMatch(/^Ce n’est pas une feuille de match valable.*line 3 is no step\.$/);
    expect(refused({ code: 'bad-record', message: 'it is empty' })).toMatch(
      /^Ce n’est pas une feuille de match valable.*it is empty\.$/,
    );
  });

  it('leave a code that they do not know to the server’s sentence', () => {
    expect(refused({ code: 'http-502', message: '502 Bad Gateway' })).toBe('502 Bad Gateway.');
    expect(failureText(new Refused({ code: 'unreachable', message: '' }))).toMatch(/cannot be reached/);
    expect(failureText(new Error('lost'))).toBe('Error: lost');
  });

  it('have a sentence for every goodbye of the server', () => {
    const contract = readFileSync('../docs/server-protocol.md', 'utf8');
    const reasons = /`reason` \(([^)]*)\)/.exec(contract)![1]!.match(/[a-z-]+/g)!;
    expect(reasons).toContain('restart');
    for (const reason of reasons) expect(words.en, reason).toHaveProperty([`bye.${reason}`]);
  });

  it('tell when to ask again', () => {
    const refusal = { code: 'busy', message: 'the table waits for its store', retry_after: 5 };
    expect(refused(refusal)).toBe('The table waits for its store. Try again in 5 s.');
    prefs.lang = 'fr';
    expect(refused(refusal)).toMatch(/Réessayez dans 5\u00a0s\.$/);
  });

  it('follow the language chosen', () => {
    prefs.lang = 'en';
    expect(t('shelf.against-computer')).toBe('Play the computer');
    prefs.lang = 'fr';
    expect(t('shelf.against-computer')).toBe('Contre l’ordinateur');
  });

  it('leave an unknown parameter standing', () => {
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  });
});

describe('percentages', () => {
  it('have no false precision', () => {
    prefs.lang = 'en';
    expect(percent(0.6149)).toBe('61\u00a0%');
    expect(percent(0.003)).toBe('0.3\u00a0%');
    expect(percent(0.9999)).toBe('99.9\u00a0%');
    expect(percent(1)).toBe('100\u00a0%');
    expect(percent(0)).toBe('0\u00a0%');
  });
  it('use the comma in French', () => {
    prefs.lang = 'fr';
    expect(percent(0.003)).toBe('0,3\u00a0%');
    expect(points(-0.031)).toBe('−3,1');
  });
  it('carry their sign as points', () => {
    prefs.lang = 'en';
    expect(points(0.25)).toBe('+25');
    expect(points(0.00001)).toBe('0.0');
  });
});

describe('the catalogue of a game', () => {
  it('names what it knows and shows the rest as it is written', () => {
    prefs.lang = 'en';
    giveWords('en', 'toy', {
      action: { go: { name: 'Go for it', help: 'One more play.', rule: 'Step 2' } },
      option: { chip: { name: 'Chip', values: { true: 'with it' } } },
    });
    const words = wordsOf('toy');
    expect(words.action('fourth-down', 'go')).toEqual({ name: 'Go for it', help: 'One more play.', rule: 'Step 2' });
    expect(words.action('fourth-down', 'field-goal').name).toBe('field goal');
    expect(words.token('wr', 'STOP & GO').name).toBe('STOP & GO');
    expect(words.optionValue('chip', true)).toBe('with it');
    expect(words.optionValue('chip', false)).toBe('false');
  });
});

// What belongs to an event is what is shown at that event, and only there.
describe('entries of an event in the catalogues', () => {
  for (const lang of ['en', 'fr'] as const)
    for (const file of readdirSync(new URL(`${lang}/`, folder))) {
      const game = file.replace('.toml', '');
      const all = catalogue(lang, game);
      const own = (['action', 'token'] as const).flatMap((section) =>
        Object.keys(all[section] ?? {})
          .filter((key) => key.includes('/'))
          .map((key) => ({ section, key })),
      );
      if (own.length)
        it(`go first: ${game} in ${lang}`, () => {
          prefs.lang = lang;
          giveWords(lang, game, all);
          const words = wordsOf(game);
          for (const { section, key } of own) {
            const [event, id] = key.split('/') as [string, string];
            expect(words[section](event, id), key).toEqual(all[section]![key]);
            expect(words.keyAt(section, event, id)).toBe(key);
            const plain = all[section]![id];
            if (plain) expect(words[section]('elsewhere', id), id).toEqual(plain);
          }
        });
    }
  it('are there', () => {
    expect(catalogue('en', 'pocket-gridiron').token!['endzone/OUT'].name).toBe('Out of bounds');
  });
});

describe('the words of the sheets', () => {
  const sheets = readdirSync(new URL('../../data/sheets', import.meta.url)).map((name) =>
    readFileSync(new URL(`../../data/sheets/${name}`, import.meta.url), 'utf8'),
  );
  it('cover every figure of every sheet', () => {
    const plain = (key: string) => key.replace(/_/g, ' ');
    const groups = sheets.flatMap((text) => [...text.matchAll(/^\[(\w+)\]/gm)].map((match) => match[1]!));
    const dice = sheets.flatMap((text) => [...text.matchAll(/^\[+dice\.([\w-]+)\]/gm)].map((match) => match[1]!));
    expect(groups.filter((key) => figureName(key) === plain(key))).toEqual([]);
    expect(dice.filter((key) => dieName(key) === key)).toEqual([]);
  });
  it('exist in French', () => {
    prefs.lang = 'fr';
    expect(dieName('brown')).toContain('plaquages');
    expect(figureName('field_goal')).toBe('Field goal');
    expect(figureName('unheard_of')).toBe('unheard of');
  });
});
