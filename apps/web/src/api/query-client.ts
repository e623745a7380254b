import { QueryClient } from '@tanstack/react-query'

/** Answers stand until an event or a person makes them old; failures are shown, not repeated unseen. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
    },
  })
