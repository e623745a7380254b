/** What an order asks for, in the exchange's terms: the desk reads them here, and knows no exchange. */
export { type Instructions, NO_INSTRUCTIONS } from '@tradebook/exchange'
