/** Whether a query has its answer. A read that fails holds nothing up. */
export const isRead = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }) =>
  !isPending || failureCount > 0
