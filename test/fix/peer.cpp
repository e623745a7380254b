// A FIX 4.4 initiator of the QuickFIX library: sends orders, and prints the ClOrdID of each execution report.
// Usage: peer PORT ORDERS FOLDER

#include <quickfix/Application.h>
#include <quickfix/FileStore.h>
#include <quickfix/MessageCracker.h>
#include <quickfix/Session.h>
#include <quickfix/SocketInitiator.h>
#include <quickfix/fix44/ExecutionReport.h>
#include <quickfix/fix44/NewOrderSingle.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

class Peer : public FIX::Application, public FIX::MessageCracker {
public:
  std::atomic<int> received{0};
  std::atomic<bool> loggedOn{false};

  void onCreate(const FIX::SessionID&) override {}
  void onLogon(const FIX::SessionID&) override { loggedOn = true; }
  void onLogout(const FIX::SessionID&) override { loggedOn = false; }
  void toAdmin(FIX::Message&, const FIX::SessionID&) override {}
  void toApp(FIX::Message&, const FIX::SessionID&) throw(FIX::DoNotSend) override {}
  void fromAdmin(const FIX::Message& message, const FIX::SessionID&) throw(
      FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::RejectLogon) override {
    FIX::MsgType type;
    message.getHeader().getField(type);
    if (type == FIX::MsgType_Reject) std::cout << "rejected" << std::endl;
  }
  void fromApp(const FIX::Message& message, const FIX::SessionID& session) throw(
      FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue,
      FIX::UnsupportedMessageType) override {
    crack(message, session);
  }
  void onMessage(const FIX44::ExecutionReport& report, const FIX::SessionID&) override {
    FIX::ClOrdID id;
    report.get(id);
    std::cout << id.getString() << std::endl;
    received++;
  }
};

int main(int count, char** words) {
  if (count != 4) return 2;
  const int orders = std::stoi(words[2]);
  std::stringstream text;
  text << "[DEFAULT]\nConnectionType=initiator\nReconnectInterval=1\nHeartBtInt=30\nStartTime=00:00:00\n"
       << "EndTime=00:00:00\nUseDataDictionary=N\nFileStorePath=" << words[3] << "\nSocketConnectHost=127.0.0.1\n"
       << "SocketConnectPort=" << words[1] << "\n[SESSION]\nBeginString=FIX.4.4\nSenderCompID=PEER\n"
       << "TargetCompID=EXCHANGE\n";
  FIX::SessionSettings settings(text);
  Peer peer;
  FIX::FileStoreFactory store(settings);
  FIX::SocketInitiator initiator(peer, store, settings);
  initiator.start();
  const auto pause = std::chrono::milliseconds(2);
  while (!peer.loggedOn) std::this_thread::sleep_for(pause);
  for (int number = 0; number < orders; number++) {
    FIX44::NewOrderSingle order(FIX::ClOrdID("C" + std::to_string(number)), FIX::Side(FIX::Side_BUY),
                                FIX::TransactTime(), FIX::OrdType(FIX::OrdType_MARKET));
    order.set(FIX::Symbol("GTCO"));
    order.set(FIX::OrderQty(100));
    FIX::Session::sendToTarget(order, FIX::SenderCompID("PEER"), FIX::TargetCompID("EXCHANGE"));
    std::this_thread::sleep_for(pause);
  }
  while (peer.received < orders) std::this_thread::sleep_for(pause);
  initiator.stop();
  return 0;
}
