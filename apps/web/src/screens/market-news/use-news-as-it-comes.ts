import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callKey } from '../../api/use-call.ts'
import { useNews } from '../../live/use-live.ts'

/** Ask for the open page of news again whenever the hub tells of a newer item. */
export function useNewsAsItComes(): void {
  const queries = useQueryClient()
  const newest = useNews()[0]?.id
  const known = useRef(newest)
  useEffect(() => {
    if (newest === known.current) return
    known.current = newest
    void queries.invalidateQueries({ queryKey: callKey('MarketData/GetNews') })
  }, [newest, queries])
}
