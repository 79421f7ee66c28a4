import { buildWeb } from '../scripts/build.mjs'

/** Builds once for all programs: another build would take its files from a running one. */
export default function setup(): void {
  buildWeb()
}
