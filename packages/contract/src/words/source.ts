/** The name of the localisation source on the wire. Apart from the words, which a browser is sent. */
export const LOCALISATION_SOURCE = 'Tradebook'
