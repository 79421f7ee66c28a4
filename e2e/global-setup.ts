import { buildWeb } from '../scripts/build.mjs'

/** Once for all programs: building it anew would take its files from one that is used. */
export default function setup(): void {
  buildWeb()
}
