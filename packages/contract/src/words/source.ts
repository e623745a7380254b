/** The name of the localisation source on the wire. It is apart from the texts, because a browser receives those from the server. */
export const LOCALISATION_SOURCE = 'Tradebook'

/**
 * The two parts of the source, for a page on a slow line: what the screens show that a person meets first, and the rest.
 * Only a client that asks for them by name gets them.
 */
export const START_SOURCE = 'Tradebook.Start'
export const MORE_SOURCE = 'Tradebook.More'
