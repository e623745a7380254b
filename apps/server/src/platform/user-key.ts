/** What tells users of all firms apart, wherever something is counted for each. */
export const userKey = ({
  tenantId,
  userId,
}: {
  readonly tenantId: number
  readonly userId: number
}): string => `${tenantId}:${userId}`
