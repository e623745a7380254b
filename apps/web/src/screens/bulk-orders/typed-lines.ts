/** The accounts and quantities of lines as they were typed, by the rule of the schema `typedLines`. */
export const linesOf = (typed: string): { readonly account: string; readonly quantity: number }[] =>
  typed.split('\n').flatMap((line) => {
    const [, account = '', quantity = ''] = /^\s*([^\s,;]+)[\t ,;]+(\d[\d,]*)\s*$/.exec(line) ?? []
    return account ? [{ account, quantity: Number(quantity.replaceAll(',', '')) }] : []
  })
