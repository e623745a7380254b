/** Whether a dialog holds the screen, so that its keys are asleep. A closed dialog may stay in the document, unseen. */
export const isBehindDialog = (): boolean =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => dialog.checkVisibility())
