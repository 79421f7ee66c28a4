import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const isDark = "matchMedia('(prefers-color-scheme: dark)').matches"

/** The rules that another colour scheme can break, since it moves nothing and renames nothing. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * WCAG 2.2 AA as far as a machine can tell, and no sideways scrolling. A look changes the colour scheme,
 * so one look is in the light and the next one in the dark; the long run looks in both each time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const both = (await page.evaluate<boolean>(isDark)) ? ['dark', 'light'] : ['light', 'dark']
  const schemes = process.env.LONG_RUN ? both : both.slice(1)
  for (const [index, colorScheme] of (schemes as ('dark' | 'light')[]).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // On a busy machine a page takes up the other scheme after the first look, and its colours pass.
    await expect(async () => {
      await waitUntilStill(page)
      const found = await breaches(page, index === 0 ? 'all' : 'of colour')
      expect(found, `${page.url()} in ${colorScheme}`).toEqual([])
    }).toPass({ timeout: 60_000, intervals: [250] })
  }
  await expectToFit(page)
}

/** No sideways scrolling. */
export async function expectToFit(page: Page): Promise<void> {
  const overflow = await page
    .locator('html')
    .evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Breaches of WCAG 2.2 AA, as the page is now. */
export async function breaches(page: Page, rules: 'all' | 'of colour' = 'all'): Promise<string[]> {
  // Axe runs in the page itself, which has no frames: a blank page for each look takes as long as
  // the look.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules === 'all'
    ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    : axe.withRules(rulesOfColour)
  ).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
}

/** The used members of the DOM's Animation: no DOM types reach here. */
type Moving = {
  playState: string
  effect: { getComputedTiming(): { endTime: number } } | null
  finished: Promise<unknown>
}

/** Colours on their way from one scheme to the other have contrasts of their own. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.locator('html').evaluate(async (html) => {
    const passing = html
      .getAnimations({ subtree: true })
      .filter(
        (animation: Moving) =>
          animation.playState === 'running' &&
          animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    await Promise.allSettled(passing.map((animation: Moving) => animation.finished))
  })
}
