import { describe, expect, test } from 'vitest'
import { parse } from '../wire/message.ts'
import { rawMessage } from '../wire/text.fixture.ts'
import { protocols } from './protocol.ts'
import { Session } from './session.ts'
import type { SessionSettings } from './settings.ts'
import { START, transcriptOf } from './transcript.fixture.ts'

/** A case: its name in the session test cases of the standard, what it shows, the transcript, and the settings. */
type Case = [name: string, title: string, script: string, settings?: Partial<SessionSettings>]

const tidy = (script: string) =>
  script
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n')

const check = (settings: Partial<SessionSettings>, script: string) =>
  expect(transcriptOf(settings, script)).toBe(tidy(script))

const order = '11=A|21=1|40=2|44=10|54=1|38=100|55=GTCO|60=20261126-10:00:00'
const fixt: Partial<SessionSettings> = { protocol: protocols['FIX.5.0SP1'] }

describe('an acceptor', () => {
  const accepted = `connect
    > A 34=1|98=0|108=30
    < A 34=1|98=0|108=30`
  const cases: Case[] = [
    ['1S a', 'answers a valid Logon', accepted],
    [
      '1S a',
      'answers with the version of the application',
      `connect
      > A 34=1|98=0|108=30|1137=8
      < A 34=1|98=0|108=30|1137=8`,
      fixt,
    ],
    [
      '1S a',
      'asks for what a Logon shows to be missing',
      `connect
      > A 34=5|98=0|108=30
      < A 34=1|98=0|108=30
      < 2 34=2|7=1|16=0
      > 4 34=1|43=Y|122=NOW|36=6|123=Y
      > 1 34=6|112=x
      < 0 34=3|112=x`,
    ],
    [
      '1S a',
      'begins at 1 if the Logon asks for it',
      `${accepted}
      > 0 34=2
      drop
      connect
      > A 34=1|98=0|108=30|141=Y
      reset
      < A 34=1|98=0|108=30|141=Y`,
    ],
    [
      '1S a',
      'begins at 1 with each Logon if that is agreed',
      `connect
      > A 34=1|98=0|108=30
      reset
      < A 34=1|98=0|108=30
      drop
      connect
      > A 34=1|98=0|108=30
      reset
      < A 34=1|98=0|108=30`,
      { resetOnLogon: true },
    ],
    [
      '1S b',
      'refuses a Logon that was sent before',
      `${accepted}
      > 0 34=2
      drop
      connect
      > A 34=1|98=0|108=30
      < 5 34=2|58=MsgSeqNum too low, expecting 3 but received 1
      closed MsgSeqNum too low, expecting 3 but received 1`,
    ],
    [
      '1S c',
      'says nothing to a stranger',
      `connect
      > A 34=1|49=OTHER|98=0|108=30
      closed the first message is not a Logon of the peer`,
    ],
    [
      '1S c',
      'says nothing to anyone who calls somebody else',
      `connect
      > A 34=1|56=OTHER|98=0|108=30
      closed the first message is not a Logon of the peer`,
    ],
    [
      '1S c',
      'says nothing to anyone with the wrong password',
      `connect
      > A 34=1|98=0|108=30|553=broker|554=guess
      closed Logon: wrong user name or password`,
      { authenticate: (_, password) => password === 'secret' },
    ],
    [
      '1S c',
      'lets in anyone with the right password',
      `connect
      > A 34=1|98=0|108=30|553=broker|554=secret
      < A 34=1|98=0|108=30`,
      { authenticate: (_, password) => password === 'secret' },
    ],
    [
      '1S d',
      'refuses a Logon without a field that is required',
      `connect
      > A 34=1|98=0
      closed Logon: requiredTagMissing 108`,
    ],
    [
      '1S d',
      'refuses a Logon without the version of the application',
      `connect
      > A 34=1|98=0|108=30
      closed Logon: requiredTagMissing 1137`,
      fixt,
    ],
    [
      '1S d',
      'refuses a version of the application that is not spoken',
      `connect
      > A 34=1|98=0|108=30|1137=9
      < 5 34=1|58=DefaultApplVerID 9 is not supported
      closed DefaultApplVerID 9 is not supported`,
      fixt,
    ],
    [
      '1S d',
      'refuses a Logon of another version',
      `connect
      > A 8=FIX.4.2|34=1|98=0|108=30
      closed the first message is not a Logon of the peer`,
    ],
    [
      '1S d',
      'refuses an old Logon',
      `connect
      > A 34=1|52=20261126-09:50:00|98=0|108=30
      closed Logon: sendingTimeAccuracy`,
    ],
    [
      '1S d',
      'refuses a garbled Logon',
      `connect
      >> 8=FIX.4.4|9=5|35=A|10=000|
      closed the first message is garbled`,
    ],
    [
      '1S d',
      'refuses a Logon to be encrypted',
      `connect
      > A 34=1|98=1|108=30
      < 5 34=1|58=EncryptMethod must be 0
      closed EncryptMethod must be 0`,
    ],
    [
      '1S d',
      'refuses an interval out of range',
      `connect
      > A 34=1|98=0|108=5
      < 5 34=1|58=HeartBtInt must be from 10 to 60
      closed HeartBtInt must be from 10 to 60`,
      { heartBtIntRange: [10, 60] },
    ],
    [
      '1S d',
      'refuses a reset that does not begin at 1',
      `connect
      > A 34=2|98=0|108=30|141=Y
      reset
      < 5 34=1|58=MsgSeqNum must be 1 with ResetSeqNumFlag
      closed MsgSeqNum must be 1 with ResetSeqNumFlag`,
    ],
    [
      '1S e',
      'takes only a Logon as the first message',
      `connect
      > 0 34=1
      closed the first message is not a Logon of the peer`,
    ],
    [
      '1S e',
      'does not wait for a Logon for ever',
      `connect
      wait 10
      closed no Logon in time`,
    ],
    [
      '1S',
      'sends what NextExpectedMsgSeqNum says is missing, without being asked',
      `connect
      > A 34=1|98=0|108=30|789=1
      < A 34=1|98=0|108=30|789=2
      send D ${order}
      < D 34=2|${order}
      drop
      connect
      > A 34=2|98=0|108=30|789=2
      < A 34=3|98=0|108=30|789=3
      < D 34=2|43=Y|122=…|${order}`,
      { nextExpected: true },
    ],
    [
      '1S',
      'refuses a NextExpectedMsgSeqNum of what was never sent',
      `connect
      > A 34=1|98=0|108=30|789=9
      < 5 34=1|58=NextExpectedMsgSeqNum too high, next is 1 but received 9
      closed NextExpectedMsgSeqNum too high, next is 1 but received 9`,
      { nextExpected: true },
    ],
    [
      '9',
      'begins at 1 in an active session',
      `${accepted}
      > 0 34=2
      > A 34=1|98=0|108=30|141=Y
      reset
      < A 34=1|98=0|108=30|141=Y
      > 1 34=2|112=x
      < 0 34=2|112=x`,
    ],
  ]
  test.each(cases)('%s: %s', (_, __, script, settings = {}) => check(settings, script))
})

describe('an initiator', () => {
  const initiator: Partial<SessionSettings> = { role: 'initiator' }
  const cases: Case[] = [
    [
      '1B a',
      'sends a Logon and is active when it is answered',
      `connect
      < A 34=1|98=0|108=30
      > A 34=1|98=0|108=30
      send D ${order}
      < D 34=2|${order}`,
    ],
    [
      '1B a',
      'sends user name, password and version',
      `connect
      < A 34=1|98=0|108=10|553=broker|554=secret|1137=8`,
      { ...fixt, heartBtInt: 10, username: 'broker', password: 'secret' },
    ],
    [
      '1B a',
      'asks to begin at 1 if that is agreed',
      `connect
      reset
      < A 34=1|98=0|108=30|141=Y
      > A 34=1|98=0|108=30|141=Y`,
      { resetOnLogon: true },
    ],
    [
      '1B b',
      'asks for what the answer shows to be missing',
      `connect
      < A 34=1|98=0|108=30
      > A 34=3|98=0|108=30
      < 2 34=2|7=1|16=0`,
    ],
    [
      '1B b',
      'ends a session whose answer has a number too low',
      `connect
      < A 34=1|98=0|108=30
      > A 34=1|98=0|108=30
      > 0 34=2
      drop
      connect
      < A 34=2|98=0|108=30
      > A 34=2|98=0|108=30
      < 5 34=3|58=MsgSeqNum too low, expecting 3 but received 2
      closed MsgSeqNum too low, expecting 3 but received 2`,
    ],
    [
      '1B c',
      'ends when the Logon is refused',
      `connect
      < A 34=1|98=0|108=30
      > 5 34=1|58=Market closed
      closed Logon refused: Market closed`,
    ],
    [
      '1B d',
      'takes only a Logon as the answer',
      `connect
      < A 34=1|98=0|108=30
      > 0 34=1
      closed the first message is not a Logon of the peer`,
    ],
    [
      '1B d',
      'does not take a reset that it did not ask for',
      `connect
      < A 34=1|98=0|108=30
      > A 34=1|98=0|108=30|141=Y
      closed Logon: the peer began at 1, which was not asked for`,
    ],
    [
      '1B e',
      'does not wait for the answer for ever',
      `connect
      < A 34=1|98=0|108=30
      wait 10
      closed no Logon in time`,
    ],
    [
      '1B f',
      'tests whether the peer has missed something, and again after the gap fill that takes the place of the test',
      `connect
      < A 34=1|98=0|108=30
      drop
      connect
      < A 34=2|98=0|108=30
      > A 34=1|98=0|108=30
      < 1 34=3|112=LOGON3
      > 2 34=2|7=1|16=0
      < 4 34=1|43=Y|122=…|36=4|123=Y
      < 1 34=4|112=LOGON4
      > 0 34=3|112=LOGON4`,
    ],
    [
      '1B f',
      'ends when the test is not answered, whatever else arrives',
      `connect
      < A 34=1|98=0|108=30
      drop
      connect
      < A 34=2|98=0|108=30
      > A 34=1|98=0|108=30
      < 1 34=3|112=LOGON3
      wait 20
      > 0 34=2
      > 0 34=3|112=LOGON2
      wait 10
      closed no answer to TestRequest`,
    ],
    [
      '16',
      'keeps messages while nobody is there, and the peer asks for them',
      `keep D ${order}
      connect
      < A 34=2|98=0|108=30
      > A 34=1|98=0|108=30
      < 1 34=3|112=LOGON3
      > 2 34=2|7=1|16=1
      < D 34=1|43=Y|122=…|${order}
      < 1 34=4|112=LOGON4`,
    ],
    [
      '16',
      'says what it did not keep',
      `send D ${order}
      unsent D`,
    ],
  ]
  test.each(cases)('%s: %s', (_, __, script, settings = {}) => check({ ...initiator, ...settings }, script))
})

/** The cases that are the same for both ends. After the Logon, 2 is the next number of both. */
const both: Case[] = [
  [
    '2a',
    'takes messages in order',
    `> 0 34=2
    > D 34=3|${order}
    app D 34=3`,
  ],
  [
    '2b',
    'asks for what is missing and keeps what came after it',
    `> D 34=4|${order}
    < 2 34=2|7=2|16=0
    > 1 34=5|112=later
    > D 34=2|43=Y|122=NOW|${order}
    app D 34=2
    > D 34=3|43=Y|122=NOW|${order}
    app D 34=3
    app D 34=4
    < 0 34=3|112=later
    > D 34=4|43=Y|122=NOW|${order}
    > D 34=6|${order}
    app D 34=6`,
  ],
  [
    '2b',
    'asks again when the messages do not come, and then gives up',
    `> 0 34=4
    < 2 34=2|7=2|16=0
    > 0 34=5
    wait 29
    > 0 34=6
    wait 1
    < 0 34=3
    < 2 34=4|7=2|16=0
    > 0 34=7
    wait 25
    > 0 34=8
    wait 5
    < 0 34=5
    < 2 34=6|7=2|16=0
    > 0 34=9
    wait 25
    > 0 34=10
    wait 5
    < 0 34=7
    < 5 34=8|58=Messages asked for again did not arrive
    closed Messages asked for again did not arrive`,
  ],
  [
    '2c',
    'ends when a number is too low',
    `> 0 34=1
    < 5 34=2|58=MsgSeqNum too low, expecting 2 but received 1
    closed MsgSeqNum too low, expecting 2 but received 1`,
  ],
  [
    '2d',
    'ignores a garbled message, and asks for it',
    `>> 8=FIX.4.4|9=5|35=0|10=000|
    > 0 34=3
    < 2 34=2|7=2|16=0`,
  ],
  [
    '2e',
    'ignores what was received before',
    `> D 34=2|${order}
    app D 34=2
    > D 34=2|43=Y|122=NOW|${order}`,
  ],
  [
    '2e',
    'takes what may have been received before and was not',
    `> D 34=2|43=Y|122=NOW|${order}
    app D 34=2`,
  ],
  [
    '2f',
    'ends when the first time of sending is after the second',
    `> D 34=2|43=Y|122=20261126-10:00:10|${order}
    < 3 34=2|45=2|58=SendingTime accuracy problem|372=D|373=10
    < 5 34=3
    closed a message that ends the session`,
  ],
  [
    '2g',
    'rejects a duplicate without the first time of sending',
    `> D 34=2|43=Y|${order}
    < 3 34=2|45=2|58=Required tag missing|371=122|372=D|373=1
    > 1 34=3|112=x
    < 0 34=3|112=x`,
  ],
  [
    '2i',
    'ends when the version is another',
    `> 0 8=FIX.4.2|34=2
    < 5 34=2|58=Incorrect BeginString
    closed Incorrect BeginString`,
  ],
  [
    '2k',
    'ends when SenderCompID is another',
    `> 0 34=2|49=OTHER
    < 3 34=2|45=2|58=CompID problem|372=0|373=9
    < 5 34=3
    closed a message that ends the session`,
  ],
  [
    '2k',
    'ends when TargetCompID is another',
    `> 0 34=2|56=OTHER
    < 3 34=2|45=2|58=CompID problem|372=0|373=9
    < 5 34=3
    closed a message that ends the session`,
  ],
  [
    '2m',
    'ignores a message whose length is wrong',
    `>> 8=FIX.4.4|9=4|35=0|34=2|10=000|
    > 1 34=2|112=x
    < 0 34=2|112=x`,
  ],
  [
    '2o',
    'ends when the time of sending is too early',
    `> 0 34=2|52=20261126-09:57:59
    < 3 34=2|45=2|58=SendingTime accuracy problem|372=0|373=10
    < 5 34=3
    closed a message that ends the session`,
  ],
  [
    '2o',
    'ends when the time of sending is too late',
    `> 0 34=2|52=20261126-10:02:01
    < 3 34=2|45=2|58=SendingTime accuracy problem|372=0|373=10
    < 5 34=3
    closed a message that ends the session`,
  ],
  [
    '2q',
    'rejects a type that the standard does not have',
    `> * 34=2
    < 3 34=2|45=2|58=Invalid MsgType|372=*|373=11
    > 1 34=3|112=x
    < 0 34=3|112=x`,
  ],
  [
    '2s',
    'ends when there is no number',
    `> 0 112=x
    < 5 34=2|58=MsgSeqNum missing or not a number
    closed MsgSeqNum missing or not a number`,
  ],
  [
    '2t',
    'ignores a message with other first fields',
    `>> 35=0|8=FIX.4.4|9=5|34=2|10=000|
    > 1 34=2|112=x
    < 0 34=2|112=x`,
  ],
  [
    '3b',
    'ignores a message whose checksum is wrong',
    `>> 8=FIX.4.4|9=5|35=0|10=999|
    > 1 34=2|112=x
    < 0 34=2|112=x`,
  ],
  [
    '4a',
    'sends a Heartbeat when it sent nothing for the interval',
    `wait 20
    > 0 34=2
    wait 9
    wait 1
    < 0 34=2`,
  ],
  [
    '4b',
    'answers a TestRequest',
    `> 1 34=2|112=HELLO
    < 0 34=2|112=HELLO`,
  ],
  ['5', 'takes a Heartbeat', '> 0 34=2'],
  [
    '6',
    'sends a TestRequest when nothing came for longer than the interval, and then ends',
    `wait 30
    < 0 34=2
    wait 6
    < 1 34=3|112=TEST
    > 0 34=2|112=TEST
    wait 36
    < 0 34=4
    < 1 34=5|112=TEST
    wait 30
    closed no answer to TestRequest`,
  ],
  [
    '7',
    'tells the application of a Reject',
    `> 3 34=2|45=1
    app 3 34=2`,
  ],
  [
    '8',
    'sends application messages again, and a gap fill for all others',
    `send D ${order}
    < D 34=2|${order}
    > 1 34=2|112=x
    < 0 34=3|112=x
    send D ${order}|58=second
    < D 34=4|${order}|58=second
    once D ${order}|58=once
    < D 34=5|${order}|58=once
    > 2 34=3|7=1|16=0
    < 4 34=1|43=Y|122=…|36=2|123=Y
    < D 34=2|43=Y|122=…|${order}
    < 4 34=3|43=Y|122=…|36=4|123=Y
    < D 34=4|43=Y|122=…|${order}|58=second
    < 4 34=5|43=Y|122=…|36=6|123=Y
    > 2 34=4|7=2|16=2
    < D 34=2|43=Y|122=…|${order}`,
  ],
  [
    '8',
    'sends much again in parts',
    `send D ${order}
    < D 34=2|${order}
    > 1 34=2|112=x
    < 0 34=3|112=x
    > 1 34=3|112=x
    < 0 34=4|112=x
    send D ${order}
    < D 34=5|${order}
    > 2 34=4|7=1|16=0
    < 4 34=1|43=Y|122=…|36=2|123=Y
    < D 34=2|43=Y|122=…|${order}
    < 4 34=3|43=Y|122=…|36=5|123=Y
    < D 34=5|43=Y|122=…|${order}`,
    { resendChunk: 1 },
  ],
  [
    '8',
    'rejects a request for what was never sent',
    `> 2 34=2|7=9|16=0
    < 3 34=2|45=2|58=Value is incorrect (out of range) for this tag|371=7|372=2|373=5
    > 2 34=3|7=2|16=1
    < 3 34=3|45=3|58=Value is incorrect (out of range) for this tag|371=16|372=2|373=5
    > 2 34=4|7=0|16=0
    < 3 34=4|45=4|58=Value is incorrect (out of range) for this tag|371=7|372=2|373=5`,
  ],
  [
    '10a',
    'goes on behind a gap fill',
    `> 4 34=2|36=20|123=Y
    > 1 34=20|112=x
    < 0 34=2|112=x`,
  ],
  [
    '10b',
    'asks for what is missing before a gap fill',
    `> 4 34=10|36=20|123=Y
    < 2 34=2|7=2|16=0`,
  ],
  [
    '10c',
    'ignores a gap fill that was received before',
    `> 4 34=1|43=Y|122=NOW|36=20|123=Y
    > 1 34=2|112=x
    < 0 34=2|112=x`,
  ],
  [
    '10d',
    'ends when the number of a gap fill is too low',
    `> 4 34=1|36=20|123=Y
    < 5 34=2|58=MsgSeqNum too low, expecting 2 but received 1
    closed MsgSeqNum too low, expecting 2 but received 1`,
  ],
  [
    '10e',
    'rejects a gap fill that goes back',
    `> 4 34=2|36=1|123=Y
    < 3 34=2|45=2|58=Value is incorrect (out of range) for this tag|372=4|373=5
    > 1 34=3|112=x
    < 0 34=3|112=x`,
  ],
  [
    '11a',
    'goes on at the number of a reset',
    `> 4 34=99|36=25
    > 1 34=25|112=x
    < 0 34=2|112=x`,
  ],
  [
    '11b',
    'takes a reset to the number it expects',
    `> 4 34=0|36=2|123=N
    > 1 34=2|112=x
    < 0 34=2|112=x`,
  ],
  [
    '11c',
    'rejects a reset that goes back',
    `> 4 34=0|36=1
    < 3 34=2|45=0|58=Value is incorrect (out of range) for this tag|372=4|373=5
    > 1 34=2|112=x
    < 0 34=3|112=x`,
  ],
  [
    '11',
    'a reset ends a gap and brings what waited behind it',
    `> D 34=5|${order}
    < 2 34=2|7=2|16=0
    > 4 34=0|36=5
    app D 34=5`,
  ],
  [
    '12',
    'ends when its Logout is answered',
    `logout
    < 5 34=2
    > 0 34=2
    > 5 34=3
    closed logged out`,
  ],
  [
    '12',
    'does not wait for the answer to its Logout for ever',
    `logout
    < 5 34=2
    wait 10
    closed no answer to Logout`,
  ],
  [
    '12',
    'sends nothing behind its Logout',
    `logout
    < 5 34=2
    send D ${order}
    unsent D`,
  ],
  [
    '13',
    'answers a Logout',
    `> 5 34=2
    < 5 34=2
    closed logged out`,
  ],
  [
    '13',
    'asks for what a Logout shows to be missing, then answers it',
    `> 5 34=4
    < 2 34=2|7=2|16=0
    > D 34=2|43=Y|122=NOW|${order}
    app D 34=2
    > 4 34=3|43=Y|122=NOW|36=5|123=Y
    < 5 34=3
    closed logged out`,
  ],
  [
    '13',
    'answers a Logout although what was missing does not come',
    `> 5 34=4
    < 2 34=2|7=2|16=0
    wait 10
    < 5 34=3
    closed logged out`,
  ],
  [
    '13',
    'answers a Logout at once if the peer fills no gap then',
    `> 5 34=4
    < 5 34=2
    closed logged out`,
    { requestGapAtLogout: false },
  ],
  [
    '14',
    'rejects what breaks the dictionary, and goes on',
    `> 0 34=2|999=HI
    < 3 34=2|45=2|58=Invalid tag number|371=999|372=0|373=0
    > D 34=3|11=A
    < 3 34=3|45=3|58=Required tag missing|371=54|372=D|373=1
    > D 34=4|${order}
    app D 34=4`,
  ],
  [
    '14',
    'rejects what breaks the dictionary behind a gap when its turn comes',
    `> 0 34=3|58=x
    < 2 34=2|7=2|16=0
    > 0 34=2|43=Y|122=NOW
    < 3 34=3|45=3|58=Tag not defined for this message type|371=58|372=0|373=2`,
  ],
  [
    '18',
    'answers on behalf of whom a message was delivered to',
    `> 0 34=2|128=A|129=DESK|58=x
    < 3 34=2|115=A|116=DESK|45=2|58=Tag not defined for this message type|371=58|372=0|373=2`,
  ],
  [
    '19',
    'tells the application that a message may have been sent under another number',
    `> D 34=2|97=Y|${order}
    app D 34=2`,
  ],
  [
    '20',
    'answers a ResendRequest while it waits for one, so that both go on',
    `send D ${order}
    < D 34=2|${order}
    > 0 34=4
    < 2 34=3|7=2|16=0
    > 2 34=5|7=2|16=2
    < D 34=2|43=Y|122=…|${order}
    > 4 34=2|43=Y|122=NOW|36=4|123=Y
    > 1 34=6|112=x
    < 0 34=4|112=x`,
  ],
  [
    '',
    'does not take a second Logon',
    `> A 34=2|98=0|108=30
    < 5 34=2|58=Already logged on
    closed Already logged on`,
  ],
  [
    '',
    'ends when too much only makes it answer',
    `> 1 34=2|112=a
    < 0 34=2|112=a
    > 1 34=3|112=b
    < 0 34=3|112=b
    > 1 34=4|112=c
    < 5 34=4|58=Too many messages that ask for an answer
    closed Too many messages that ask for an answer`,
    { answers: { burst: 2, perSecond: 1 } },
  ],
  [
    '',
    'answers as much as is asked slowly',
    `> 1 34=2|112=a
    < 0 34=2|112=a
    wait 1
    > 1 34=3|112=b
    < 0 34=3|112=b
    wait 1
    > 1 34=4|112=c
    < 0 34=4|112=c`,
    { answers: { burst: 1, perSecond: 1 } },
  ],
  [
    '',
    'keeps a bounded number of messages behind a gap, and asks for the others later',
    `> D 34=3|${order}
    < 2 34=2|7=2|16=0
    > D 34=4|${order}
    > 4 34=2|43=Y|122=NOW|36=3|123=Y
    app D 34=3
    > D 34=5|${order}
    < 2 34=3|7=4|16=0`,
    { largestQueue: 250 },
  ],
]

describe.each([
  [
    'an acceptor',
    { role: 'acceptor' },
    `connect
    > A 34=1|98=0|108=30
    < A 34=1|98=0|108=30`,
  ],
  [
    'an initiator',
    { role: 'initiator' },
    `connect
    < A 34=1|98=0|108=30
    > A 34=1|98=0|108=30`,
  ],
] as const)('%s that is logged on', (_, role, logon) => {
  test.each(both)('%s: %s', (_, __, script, settings = {}) =>
    check({ ...role, ...settings }, `${logon}\n${script}`),
  )
})

test('an answer of the store to an earlier request is not taken for that to a later one', () => {
  const settings: SessionSettings = {
    role: 'acceptor',
    protocol: protocols['FIX.4.4'],
    senderCompId: 'US',
    targetCompId: 'PEER',
  }
  const session = new Session(settings, { nextIn: 1, nextOut: 1, since: START }, START)
  const peer = (text: string) => {
    const head = `49=PEER|52=20261126-10:00:00|56=US|`
    const bytes = rawMessage(text.replace('|', `|${head}`), 'FIX.4.4')
    return session.handle({ kind: 'bytes', bytes }, START)
  }
  session.handle({ kind: 'connected' }, START)
  peer('35=A|34=1|98=0|108=30|')
  const store = ['first', 'second'].flatMap(
    (id) => session.handle({ kind: 'send', message: { type: 'D', fields: [[11, id]] } }, START).store,
  )
  const first = peer('35=2|34=2|7=2|16=2|').fetch!
  const second = peer('35=2|34=3|7=2|16=0|').fetch!
  expect([first, second].map(({ from, to }) => [from, to])).toEqual([
    [2, 2],
    [2, 3],
  ])
  expect(session.handle({ kind: 'stored', id: first.id, messages: store.slice(0, 1) }, START).send).toEqual(
    [],
  )
  const { send } = session.handle({ kind: 'stored', id: second.id, messages: store }, START)
  expect(send.map((bytes) => parse(bytes).get(11))).toEqual(['first', 'second'])
})

test('a message that cannot be sent takes no number', () => {
  const session = new Session(
    { role: 'initiator', protocol: protocols['FIX.4.4'], senderCompId: 'US', targetCompId: 'PEER' },
    { nextIn: 1, nextOut: 1, since: START },
    START,
  )
  const message = { type: 'D', fields: [[58, 'two\x01fields']], keep: true } as const
  expect(() => session.handle({ kind: 'send', message }, START)).toThrow('field 58 has a delimiter')
  expect(session.numbers.nextOut).toBe(1)
})

test('a session that logs out does not ask for what is missing, and needs no tick for it', () =>
  check(
    {},
    `connect
    > A 34=1|98=0|108=60
    < A 34=1|98=0|108=60
    > 0 34=3
    < 2 34=2|7=2|16=0
    wait 25
    logout
    < 5 34=3
    wait 9
    wait 1
    closed no answer to Logout`,
  ))

describe('a clock that was ahead and is set back', () => {
  const logon = `connect
      > A 34=1|98=0|108=30
      < A 34=1|98=0|108=30`

  test('ends no session, and heartbeats and tests of silence go on', () =>
    check(
      {},
      `${logon}
      wait 10
      back 3600
      > 0 34=2
      wait 30
      < 0 34=2
      wait 6
      < 1 34=3|112=TEST
      wait 30
      closed no answer to TestRequest`,
    ))

  test('lets the next connection in', () =>
    check(
      {},
      `${logon}
      drop
      back 3600
      connect
      > A 34=2|98=0|108=30
      < A 34=2|98=0|108=30`,
    ))

  test('keeps the limit of a Logon', () =>
    check(
      { logonTimeout: 10_000 },
      `connect
      wait 4
      back 3600
      wait 10
      closed no Logon in time`,
    ))
})

describe('the calendar', () => {
  const calendar = {
    timeZone: 'Africa/Lagos',
    days: [1, 2, 3, 4, 5],
    opens: '09:00',
    closes: '11:30',
    resets: '11:15',
  }

  test('ends a session at its reset, and the next begins at 1', () =>
    check(
      { calendar },
      `connect
      > A 34=1|98=0|108=30
      < A 34=1|98=0|108=30
      > 0 34=2
      > 4 34=3|36=200
      drop
      wait 899
      connect
      > A 34=200|98=0|108=3600
      < A 34=2|98=0|108=3600
      wait 1
      < 5 34=3|58=End of session
      > 5 34=201
      closed logged out
      connect
      reset
      > A 34=1|98=0|108=30
      < A 34=1|98=0|108=30`,
    ))

  test('has no session when it is closed', () =>
    check(
      { calendar: { ...calendar, closes: '10:30' } },
      `connect
      closed the session is closed at this time`,
    ))
})
