(function () {
  var state = document.getElementById("state");
  function refresh() {
    fetch(location.pathname, { cache: "no-store" })
      .then(function (reply) { return reply.text(); })
      .then(function (text) {
        var next = new DOMParser().parseFromString(text, "text/html").getElementById("content");
        var scroll = document.querySelector(".scroll").scrollLeft;
        document.getElementById("content").replaceWith(document.adoptNode(next));
        document.querySelector(".scroll").scrollLeft = scroll;
        state.textContent = "live";
      })
      .catch(function () { state.textContent = "the server does not answer"; });
  }
  setInterval(function () { if (!document.hidden) { refresh(); } }, 1000);
})();
