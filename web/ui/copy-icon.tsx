import { Icon } from './icon.tsx'
import { ContentCopyIcon } from './icons/content-copy.tsx'

/** The two sheets of a copy, a little smaller than other icons in a button. */
export function CopyIcon() {
  return <Icon as={ContentCopyIcon} size={17} />
}
