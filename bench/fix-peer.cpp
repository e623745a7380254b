// Encodes and parses the messages of fix.ts with the QuickFIX library, and prints how many a second of processor time.
// Usage: fix-peer MESSAGES ROUNDS

#include <quickfix/Message.h>
#include <quickfix/fix44/ExecutionReport.h>
#include <quickfix/fix44/NewOrderSingle.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

template <class Message> void addParties(Message& message) {
  typename Message::NoPartyIDs party;
  party.set(FIX::PartyID("MERIDIAN"));
  party.set(FIX::PartyIDSource('D'));
  party.set(FIX::PartyRole(1));
  message.addGroup(party);
  party.set(FIX::PartyID("C0001234"));
  party.set(FIX::PartyRole(3));
  message.addGroup(party);
}

template <class Message> void addHeader(Message& message, int number, const FIX::UtcTimeStamp& now) {
  message.getHeader().setField(FIX::SenderCompID("MERIDIAN"));
  message.getHeader().setField(FIX::TargetCompID("NGX"));
  message.getHeader().setField(FIX::MsgSeqNum(number));
  message.getHeader().setField(FIX::SendingTime(now, 3));
}

std::string order(int number, const FIX::UtcTimeStamp& now) {
  FIX44::NewOrderSingle message;
  addHeader(message, number, now);
  message.set(FIX::ClOrdID("M" + std::to_string(number)));
  addParties(message);
  message.set(FIX::HandlInst('1'));
  message.set(FIX::Symbol("GTCO"));
  message.set(FIX::Side('1'));
  message.set(FIX::TransactTime(now, 3));
  message.set(FIX::OrderQty(1500));
  message.set(FIX::OrdType('2'));
  message.set(FIX::Price(45.65));
  message.set(FIX::TimeInForce('0'));
  return message.toString();
}

std::string execution(int number, const FIX::UtcTimeStamp& now) {
  FIX44::ExecutionReport message;
  addHeader(message, number, now);
  message.set(FIX::OrderID("O" + std::to_string(number)));
  message.set(FIX::ClOrdID("M" + std::to_string(number)));
  addParties(message);
  message.set(FIX::ExecID("E" + std::to_string(number)));
  message.set(FIX::ExecType('F'));
  message.set(FIX::OrdStatus('1'));
  message.set(FIX::Symbol("GTCO"));
  message.set(FIX::Side('1'));
  message.set(FIX::OrderQty(1500));
  message.set(FIX::Price(45.65));
  message.set(FIX::LastQty(500));
  message.set(FIX::LastPx(45.6));
  message.set(FIX::LeavesQty(1000));
  message.set(FIX::CumQty(500));
  message.set(FIX::AvgPx(45.6));
  message.set(FIX::TransactTime(now, 3));
  return message.toString();
}

void print(const char* what, int messages, int rounds, const std::function<size_t()>& run) {
  std::vector<double> rates;
  size_t total = 0;
  for (int round = 0; round <= rounds; round++) {
    const std::clock_t start = std::clock();
    total += run();
    const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    if (round > 0) rates.push_back(messages / seconds);
  }
  std::sort(rates.begin(), rates.end());
  if (total > 0) std::cout << what << " " << long(rates[rates.size() / 2]) << std::endl;
}

int main(int count, char** words) {
  if (count != 3) return 2;
  const int messages = std::stoi(words[1]);
  const int rounds = std::stoi(words[2]);
  const FIX::UtcTimeStamp now;
  std::vector<std::string> input;
  for (int number = 1; number <= 50; number++) {
    input.push_back(order(number, now));
    input.push_back(execution(number, now));
  }
  print("parse", messages, rounds, [&] {
    size_t fields = 0;
    FIX::Message message;
    for (int done = 0; done < messages; done++) {
      message.setString(input[done % input.size()], true);
      fields += message.totalFields();
    }
    return fields;
  });
  print("encode", messages, rounds, [&] {
    size_t bytes = 0;
    for (int number = 1; number <= messages; number += 2) {
      bytes += order(number, now).size() + execution(number, now).size();
    }
    return bytes;
  });
}
