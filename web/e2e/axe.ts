// What axe-core finds wrong on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { same } from './harness';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function axe(page: Page, where: string) {
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const results = await (window as any).axe.run(document, { resultTypes: ['violations'] });
    return results.violations.map(
      (one: any) =>
        `${one.id} (${one.nodes
          .map((node: any) => `${node.target.join(' ')}: ${node.any?.[0]?.message ?? ''}`)
          .slice(0, 3)
          .join('; ')})`,
    );
  });
  same(found, [], `axe on ${where}`);
}
