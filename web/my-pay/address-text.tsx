/**
 * Groups of four to be compared by eye, the first two and the last two stronger. The gaps are margins, so
 * that a copied address has no spaces.
 */
export function AddressText({ address }: { address: string }) {
  const groups = address.match(/.{1,4}/g) ?? []
  return (
    <span className="address" translate="no">
      {groups.map((group, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be equal; each is known by its place.
          key={index}
          className={index < 2 || index >= groups.length - 2 ? 'strong' : undefined}
        >
          {group}
          <wbr />
        </span>
      ))}
    </span>
  )
}
