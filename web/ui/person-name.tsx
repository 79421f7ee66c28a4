import { fullName } from '#web/lib/full-name.ts'

interface PersonNameProps {
  of: Parameters<typeof fullName>[0]
}

/** A name stands as it was written: the browser's translator takes many for words. */
export const PersonName = ({ of }: PersonNameProps) => <span translate="no">{fullName(of)}</span>
