// What axe-core finds wrong on a page, by day and by night.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { drawn, same } from './harness';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// All that it knows; then, in the other light, what can be another there: the colours, once they have changed.
export async function axe(page: Page, where: string) {
  await page.evaluate(axeSource);
  await violations(page, where);
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' });
  // A colour that is inherited changes one generation of elements after the other.
  for (let still = 0; still < 4; still++) {
    await drawn(page);
    if (await page.evaluate(() => document.getAnimations().some((one) => one instanceof CSSTransition))) still = 0;
  }
  await violations(page, `${where}, by ${dark ? 'day' : 'night'}`, ['color-contrast']);
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
}

async function violations(page: Page, where: string, rules?: string[]) {
  const found = await page.evaluate(async (runOnly) => {
    const results = await (window as any).axe.run(document, { resultTypes: ['violations'], runOnly });
    return results.violations.map(
      (one: any) =>
        `${one.id} (${one.nodes
          .map((node: any) => `${node.target.join(' ')}: ${node.any?.[0]?.message ?? ''}`)
          .slice(0, 3)
          .join('; ')})`,
    );
  }, rules);
  same(found, [], `axe on ${where}`);
}
