/** A client of the NATS server that is no process of the installation. */
export { connect as connectStranger } from '@nats-io/transport-node'
