/** Availability of a tenant: ABP's numbers. */
export const TenantState = { available: 1, inActive: 2, notFound: 3 } as const
