import table from './data/data-fields.json' with { type: 'json' }

/** As an array, since it is read for every field of every message. */
const byTag = new Int32Array(Math.max(...Object.keys(table).map(Number)) + 1)
for (const [tag, data] of Object.entries(table)) byTag[Number(tag)] = data

/** The tag of the data field that follows the field with its length; undefined if the tag is not such a length. */
export const dataTagOf = (tag: number): number | undefined => byTag[tag] || undefined
