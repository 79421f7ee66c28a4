import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 AA as far as a machine can tell, in both colour schemes, and no sideways scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    expect(await breaches(page), `${page.url()} in ${colorScheme}`).toEqual([])
  }
  const overflow = await page
    .locator('html')
    .evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Of WCAG 2.2 AA, as the page is now. */
export async function breaches(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
}

/** What is used of the DOM's Animation: no DOM types reach here. */
type Moving = {
  effect: { getComputedTiming(): { endTime: number } } | null
  finished: Promise<unknown>
}

/** Colours on their way from one scheme to the other have contrasts of their own. */
export async function settled(page: Page): Promise<void> {
  await page.locator('html').evaluate(async (html) => {
    const passing = html
      .getAnimations({ subtree: true })
      .filter(
        (animation: Moving) =>
          animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    await Promise.allSettled(passing.map((animation: Moving) => animation.finished))
  })
}
