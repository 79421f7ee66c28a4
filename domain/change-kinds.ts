/** How somebody differs from the payroll's last paid run. */
export const changeKinds = [
  'added',
  'left',
  'address',
  'account',
  'share',
  'frequency',
  'salary',
  'amount',
  'name',
  'duplicateAddress',
  'formerlyAnothers',
  'contactThenAddress',
] as const
export type ChangeKindName = (typeof changeKinds)[number]

export const changeSeverities = ['info', 'warn', 'danger'] as const
export type ChangeSeverity = (typeof changeSeverities)[number]
