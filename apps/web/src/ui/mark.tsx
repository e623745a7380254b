import mark from '../assets/mark.svg'

/** The product's mark: two sides of a book meeting. The name is shown next to it, so it has no accessible name of its own. */
export const Mark = ({ size }: { size: number }) => <img src={mark} width={size} height={size} alt="" />
