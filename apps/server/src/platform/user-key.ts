/** The key of a user among those of all firms, wherever something is counted for each. */
export const userKey = ({
  tenantId,
  userId,
}: {
  readonly tenantId: number
  readonly userId: number
}): string => `${tenantId}:${userId}`
