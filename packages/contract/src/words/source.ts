/** The name of the localisation source on the wire. It is apart from the texts, because a browser receives those from the server. */
export const LOCALISATION_SOURCE = 'Tradebook'
