import type { Page } from '@playwright/test'
import { breaches } from '../accessible.ts'
import { rawKey } from './texts.ts'

/** Faults of a screen that a machine can see. */
export async function findFaults(page: Page, { quick }: { quick: boolean }): Promise<string[]> {
  const seen = (await page.evaluate(look)) as { texts: string[]; wide: string[] }
  const raw = seen.texts.flatMap((text) => rawKey.exec(text)?.[0] ?? /\{\{.*/.exec(text)?.[0] ?? [])
  const found = quick ? [] : await breaches(page)
  return [...found, ...seen.wide, ...new Set(raw.map((key) => `raw text: ${key}`))]
}

/** Text of a script for the page: no DOM types reach here. */
const look = `(() => {
  const wide = []
  const html = document.documentElement
  const name = (element) => element.tagName.toLowerCase() + ' «' + element.textContent.trim().slice(0, 60) + '»'
  if (html.scrollWidth > html.clientWidth) wide.push('scrolls sideways by ' + (html.scrollWidth - html.clientWidth) + ' px')
  const scrolls = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  // Tabs that scroll are reached by the arrow keys, which bring each into sight.
  const byKeys = (element) => scrolls(element) && (element.tabIndex >= 0 || element.querySelector('[role="tablist"]'))
  const texts = [document.title]
  for (const element of document.body.querySelectorAll('*')) {
    for (const attribute of ['aria-label', 'title', 'alt', 'placeholder']) {
      const text = element.getAttribute(attribute)
      if (text) texts.push(text)
    }
    const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim()
    if (own) texts.push(own)
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    if (box.width < 2 || box.height < 2 || !element.checkVisibility({ visibilityProperty: true })) continue
    if (style.overflowX !== 'visible' && style.clipPath === 'none' && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1) {
      if (style.textOverflow !== 'ellipsis' && !byKeys(element) && element.tagName !== 'INPUT') wide.push('is cut: ' + name(element))
    }
    if (own && (box.right > innerWidth + 1 || box.left < -1) && html.scrollWidth <= html.clientWidth && !scrolls(element.parentElement) && !element.closest('[aria-hidden="true"]')) wide.push('is outside: ' + name(element))
  }
  return { texts, wide: [...new Set(wide)].slice(0, 6) }
})()`
