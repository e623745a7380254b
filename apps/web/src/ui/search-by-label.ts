import { hasKeyword } from '@tradebook/contract'

/** How the choices of a field are searched: by what they are called, with or without the marks of its letters. */
export const searchByLabel = {
  filterOption: (typed: string, option?: { readonly label?: unknown }): boolean =>
    typeof option?.label === 'string' && hasKeyword(option.label, typed),
}
