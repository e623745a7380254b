/** An operator that sends text messages to telephones. */
export interface Sms {
  /**
   * @param phoneNumber as it was entered.
   * @param text of one line.
   * @throws when the operator did not take it.
   */
  send(phoneNumber: string, text: string): Promise<void>
}
