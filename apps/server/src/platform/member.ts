import type { Caller } from '../http/handlers.ts'

/** Whether a person is one of the firm's: who has no role yet is signed in, and no member. */
export const isMember = ({ roles }: Pick<Caller, 'roles'>): boolean => roles.length > 0
