/** The pattern of texts that contain a keyword: it is text itself, whatever signs it has. */
export const containing = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
